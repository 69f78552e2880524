/** Letters and digits for keys and paths of our service, without look-alikes such as `0` and `O`. */
export const keyAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** How a project key of our service begins, so that people and secret scanners recognize one. */
export const keyPrefix = 'lwk_'
/** Random characters of a key. */
export const keySecretLength = 40
/** The form of a key of our service. */
export const keyPattern = new RegExp(`^${keyPrefix}[${keyAlphabet}]{${keySecretLength}}$`)
