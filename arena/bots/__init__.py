"""Commands about bots: begin, build, check and try one; and the bot that a name means."""
