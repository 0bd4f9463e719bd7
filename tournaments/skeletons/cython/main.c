/* The program around @NAME@.pyx. */

int bot_main(void);

int main(void) { return bot_main(); }
