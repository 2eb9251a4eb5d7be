"""What keeps strangers' rules honest: their code is read, their hands are timed and retold."""
