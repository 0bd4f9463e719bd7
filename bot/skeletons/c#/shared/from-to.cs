/// <summary>From one cell to another.</summary>
struct Move
{
    public readonly int Row, Column, ToRow, ToColumn;

    public Move(int row, int column, int toRow, int toColumn)
    {
        Row = row;
        Column = column;
        ToRow = toRow;
        ToColumn = toColumn;
    }
}
