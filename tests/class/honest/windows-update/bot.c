#define _CRT_SECURE_NO_WARNINGS
#include <io.h>
#include <stdio.h>
#include <sys/timeb.h>
#include <time.h>
#include "peshki.h"

double Now(void)
{
    struct _timeb now;
    _ftime(&now);
    return now.time + now.millitm / 1000.0;
}

int main(void)
{
    char cPlayer, cWinner;
    int nHalfMove, nPointsA, nPointsB, i;
    float fTimeA, fTimeB;
    struct move moves[24];
    double dStart = Now();

    FILE *pFile = fopen("matrix.txt", "r+t");
    fscanf(pFile, "%c %d %c", &cPlayer, &nHalfMove, &cWinner);
    fscanf(pFile, "%d %f %d %f", &nPointsA, &fTimeA, &nPointsB, &fTimeB);
    for (i = 0; i < 8; i++)
        fscanf(pFile, "%s", board[i]);

    make_move(cPlayer, moves[find_moves(cPlayer, moves) - 1]);
    cWinner = winner_after(cPlayer, nHalfMove);
    if (cPlayer == 'A')
        fTimeA -= (float)(Now() - dStart);
    else
        fTimeB -= (float)(Now() - dStart);

    rewind(pFile);
    _chsize(_fileno(pFile), 0);
    fprintf(pFile, "%c %d %c\n", other(cPlayer), nHalfMove + 1, cWinner);
    fprintf(pFile, "%d %f\n%d %f\n", nPointsA, fTimeA, nPointsB, fTimeB);
    for (i = 0; i < 8; i++)
        fprintf(pFile, "%s\n", board[i]);
    fclose(pFile);
    return 0;
}
