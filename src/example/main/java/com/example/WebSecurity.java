package com.example;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Anybody sends letters, without a form of ours; all else, the monitor too, is for who is signed in. */
@Configuration(proxyBeanMethods = false)
class WebSecurity {

    @Bean
    SecurityFilterChain rules(HttpSecurity http) {
        return http.csrf(forms -> forms.ignoringRequestMatchers("/letters/**"))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/letters/**")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(withDefaults())
                .httpBasic(withDefaults())
                .build();
    }
}
