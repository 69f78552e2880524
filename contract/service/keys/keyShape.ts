/** Letters and digits for keys and paths of our service, without look-alikes such as `0` and `O`. */
export const keyAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The prefix of our service's project keys, by which users and secret scanners recognize them. */
export const keyPrefix = 'lwk_'
/** Number of random characters in a key. */
export const keySecretLength = 40
/** Matches a key of our service. */
export const keyPattern = new RegExp(`^${keyPrefix}[${keyAlphabet}]{${keySecretLength}}$`)
