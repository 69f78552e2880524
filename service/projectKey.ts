import { hash } from 'node:crypto'
import { alphabet, randomText } from './random/text.ts'

// Recognisable, so that a person and a secret scanner see what they have found.
const prefix = 'lwk_'
const secretLength = 40
const shape = new RegExp(`^${prefix}[${alphabet}]{${secretLength}}$`)

/** A new project key. 233 random bits: it cannot be guessed, only stolen. */
export function newProjectKey(): string {
  return prefix + randomText(secretLength)
}

/** Whether a text can be a key at all, which spares the database the question when it cannot. */
export function looksLikeProjectKey(text: string): boolean {
  return shape.test(text)
}

/** Whether a text that is to be shown may hold a key, or a part of one, that came to the wrong place. */
export function mayHoldProjectKey(text: string): boolean {
  return text.includes(prefix)
}

/** A text without the keys that came to the wrong place. */
export function redactProjectKeys(text: string): string {
  return text.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), `${prefix}…`)
}

/**
 * What is stored of a key. A plain SHA-256 is right here: slow hashes protect secrets that people choose and that can be
 * tried out; 233 random bits cannot be, and every request has to be proven in microseconds.
 */
export function hashProjectKey(key: string): string {
  return hash('sha256', key, 'base64url')
}

/** By which operators tell keys apart: the beginning of the hash. */
export function keyFingerprint(keyHash: string): string {
  return keyHash.slice(0, 8)
}
