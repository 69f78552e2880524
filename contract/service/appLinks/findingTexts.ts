import { contentFindings } from './texts/contents.ts'
import { reachFindings } from './texts/reach.ts'
import type { FindingText } from './texts/text.ts'

/** All findings about a domain's association files, by stable code. */
export const findingTexts = {
  ...reachFindings,
  ...contentFindings,
} as const satisfies Record<string, FindingText>

export type FindingCode = keyof typeof findingTexts

export const findingCodes = Object.keys(findingTexts) as FindingCode[]
