/* A program around a kernel. STYLE is its style unless the command line names another one. */

int bot_main(int count, char **words, const char *style);

int main(int count, char **words)
{
    return bot_main(count, words, STYLE);
}
