/* The program around @STEM@.pyx. */

int bot_main(void);

int main(void) { return bot_main(); }
