/**
 * The meaning of a finding for a link: phones would not open the app, that can't be determined, or it is only a
 * warning.
 */
type FindingWeight = 'would_not_open' | 'not_checked' | 'warning'

/** The texts of a finding: what is wrong, why it matters, and what to do. */
export interface FindingText {
  weight: FindingWeight
  title: string
  why: string
  advice: string
}

type Make = (title: string, why: string, advice: string) => FindingText

export const wouldNotOpen: Make = (title, why, advice) => ({ weight: 'would_not_open', title, why, advice })
export const notChecked: Make = (title, why, advice) => ({ weight: 'not_checked', title, why, advice })
export const warning: Make = (title, why, advice) => ({ weight: 'warning', title, why, advice })
