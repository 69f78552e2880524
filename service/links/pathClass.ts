import type { AppTarget } from '../../contract/redirect/engine.ts'
import { pathLength } from './identity.ts'

/**
 * The first character of a path says on which phones its link opens the app, because association files can only match
 * paths. With it, a path has 12 characters. Paths without a class have 11, so neither kind matches the other's pattern.
 * See docs/decisions/0020-path-classes.md.
 */
export const pathClasses = [
  { letter: 'b', ios: true, android: true },
  { letter: 'i', ios: true, android: false },
  { letter: 'a', ios: false, android: true },
  { letter: 'n', ios: false, android: false },
] as const

type Choice = Record<'ios' | 'android', AppTarget | null>

/** Returns a path with the class of a link's own choice. A platform without a redirect doesn't open the app. */
export function addPathClass(path: string, link: Choice): string {
  const [ios, android] = [link.ios?.openApp ?? false, link.android?.openApp ?? false]
  const found = pathClasses.find((one) => one.ios === ios && one.android === android)
  return (found?.letter ?? 'n') + path
}

/**
 * Returns the pattern that matches all paths of a class and no others. Apple's and Android's rules both have `?` for one
 * character.
 */
export function classPattern(letter: string): string {
  return `/${letter}${'?'.repeat(pathLength)}`
}

/**
 * The values of `android:pathPattern` for an app's manifest. Before Android 15 they alone decide. `.` is any one
 * character.
 */
export const manifestPatterns: readonly string[] = pathClasses
  .filter(({ android }) => android)
  .map(({ letter }) => `/${letter}${'.'.repeat(pathLength)}`)
