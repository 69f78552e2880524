import { hash } from 'node:crypto'
import {
  keyAlphabet as alphabet,
  keyPattern as shape,
  keyPrefix as prefix,
  keySecretLength as secretLength,
} from '../contract/service/keys/keyShape.ts'
import { randomText } from './random/text.ts'

/** Returns a new project key with 233 random bits: it can be stolen but not guessed. */
export function newProjectKey(): string {
  return prefix + randomText(secretLength)
}

// Begins like a key, so that redaction and secret scanners recognize it, but is never a valid key.
const invitationPrefix = `${prefix}invite_`
const invitationShape = new RegExp(`^${invitationPrefix}[${alphabet}]{${secretLength}}$`)

/** Returns the secret of a new invitation, as random as a key. */
export function newInvitation(): string {
  return invitationPrefix + randomText(secretLength)
}

/** Whether a text has the form of an invitation's secret. If not, the database isn't queried. */
export function looksLikeInvitation(text: string): boolean {
  return invitationShape.test(text)
}

/** Whether a text has the form of a key. If not, the database isn't queried. */
export function looksLikeProjectKey(text: string): boolean {
  return shape.test(text)
}

/** Whether a text may contain a key, or part of one, by mistake. */
export function mayContainProjectKey(text: string): boolean {
  return text.includes(prefix)
}

/** Returns the text with any keys removed. */
export function redactProjectKeys(text: string): string {
  return text.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), `${prefix}…`)
}

/**
 * Hash under which a key is stored. Plain SHA-256 is enough: slow hashes protect guessable secrets, and a key
 * has 233 random bits. Every request has to be verified within microseconds.
 */
export function hashProjectKey(key: string): string {
  return hash('sha256', key, 'base64url')
}

/** Identifies a key to operators: the first characters of its hash. */
export function keyFingerprint(keyHash: string): string {
  return keyHash.slice(0, 8)
}
