import { androidFindings } from './texts/android.ts'
import { appleFindings } from './texts/apple.ts'
import { fileFindings } from './texts/file.ts'
import { reachFindings } from './texts/reach.ts'
import type { FindingText } from './texts/text.ts'
import { warningFindings } from './texts/warnings.ts'

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
