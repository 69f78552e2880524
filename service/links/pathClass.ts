import type { AppTarget } from '../../contract/service/redirect/engine.ts'
import { pathLength } from '../random/identity.ts'

/**
 * The first of a path's 12 characters says on which phones its link opens the app: association files only match paths.
 * Paths without a class have 11 characters. See docs/decisions/0020-path-classes.md.
 */
export const pathClasses = [
  { letter: 'b', ios: true, android: true },
  { letter: 'i', ios: true, android: false },
  { letter: 'a', ios: false, android: true },
  { letter: 'n', ios: false, android: false },
] as const

const platforms = ['ios', 'android'] as const
type Choice = Record<(typeof platforms)[number], AppTarget | null>

/** Returns a path with the class that a link's settings ask for. A platform without a redirect doesn't open the app. */
export function addPathClass(path: string, link: Choice): string {
  const pathClass = pathClasses.find((one) =>
    platforms.every((platform) => one[platform] === opensApp(link, platform)),
  )
  return (pathClass?.letter ?? 'n') + path
}

/** Returns the platforms whose settings contradict the class of the path. A path without a class allows all. */
export function pathClassConflicts(path: string, link: Choice): (keyof Choice)[] {
  const pathClass =
    path.length > pathLength ? pathClasses.find(({ letter }) => path.startsWith(letter)) : undefined
  return pathClass ? platforms.filter((platform) => pathClass[platform] !== opensApp(link, platform)) : []
}

function opensApp(link: Choice, platform: keyof Choice): boolean {
  return link[platform]?.openApp ?? false
}

/** Matches any path without a class, as links of projects without an app have it. */
export const unclassedPattern = `/${'?'.repeat(pathLength)}`

/**
 * Returns the pattern that matches all paths of a class and no others. Apple's and Android's rules both have `?` for one
 * character.
 */
export function classPattern(letter: string): string {
  return `/${letter}${'?'.repeat(pathLength)}`
}
