/** The version in every response (`Link-Service`). A test compares it with `package.json`. */
export const version = '0.1.0'
