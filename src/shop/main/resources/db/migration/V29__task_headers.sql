-- Headers of a message may fill a frame of 128 KB, and JSON makes them longer; a text holds 64 KB.
alter table task_outbox modify headers mediumtext not null;
alter table task_dead modify headers mediumtext not null;
