package com.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Nothing here says that there are tasks: the library is on the class path, and finds them. */
@SpringBootApplication
public class ExampleApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ExampleApplication.class, arguments);
    }
}
