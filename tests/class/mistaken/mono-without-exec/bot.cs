// Mono ends before it comes to this.
class Bot
{
    static void Main() { System.IO.File.ReadAllText("matrix.txt"); }
}
