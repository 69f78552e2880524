/** The version that every answer states (`Link-Service`); a test holds it to `package.json`. */
export const version = '0.1.0'
