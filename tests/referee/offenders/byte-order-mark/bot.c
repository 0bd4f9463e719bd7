/* Begins its file with a byte-order mark: allowed. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    char text[4096];
    put(&m);
    FILE *file = fopen("matrix.txt", "r");
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    file = fopen("matrix.txt", "w");
    fputs("\xef\xbb\xbf", file);
    fwrite(text, 1, size, file);
    fclose(file);
}
