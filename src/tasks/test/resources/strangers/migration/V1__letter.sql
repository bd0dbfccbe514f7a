create table letter (id int not null primary key);
