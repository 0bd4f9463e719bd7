/* The program around @STEM@.pyx. */

int bot_main(int words, char **word);

int main(int words, char **word) { return bot_main(words, word); }
