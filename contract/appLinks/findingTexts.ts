import { androidFindings } from './texts/android.ts'
import { appleFindings } from './texts/apple.ts'
import { fileFindings } from './texts/file.ts'
import { reachFindings } from './texts/reach.ts'
import { warningFindings } from './texts/warnings.ts'

/**
 * What a finding means for a link: phones would not open the app, that can't be said from here, or only that a
 * person should know.
 */
export type FindingWeight = 'would_not_open' | 'not_checked' | 'warning'

/** What is wrong, why it matters, and what to do. */
export interface FindingText {
  weight: FindingWeight
  title: string
  why: string
  advice: string
}

/** All findings about a domain's association files, by stable code. */
export const findingTexts = {
  ...reachFindings,
  ...fileFindings,
  ...appleFindings,
  ...androidFindings,
  ...warningFindings,
} as const satisfies Record<string, FindingText>

export type FindingCode = keyof typeof findingTexts

export const findingCodes = Object.keys(findingTexts) as FindingCode[]
