/* A program around a kernel. STYLE is how it plays unless its command line says otherwise. */

int bot_main(int count, char **words, const char *style);

int main(int count, char **words)
{
    return bot_main(count, words, STYLE);
}
