import { pathClasses } from '../../../service/links/pathClass.ts'
import { pathLength } from '../../../service/random/identity.ts'

/**
 * The values of `android:pathPattern` for an app's manifest. Before Android 15 they alone decide. `.` is any one
 * character.
 */
export const manifestPatterns: readonly string[] = pathClasses
  .filter(({ android }) => android)
  .map(({ letter }) => `/${letter}${'.'.repeat(pathLength)}`)
