"""What a deployment will do, told before it: reports for people, from the files and the last deployment."""
