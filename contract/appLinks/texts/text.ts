import type { FindingText } from '../findingTexts.ts'

type Make = (title: string, why: string, advice: string) => FindingText

export const wouldNotOpen: Make = (title, why, advice) => ({ weight: 'would_not_open', title, why, advice })
export const notChecked: Make = (title, why, advice) => ({ weight: 'not_checked', title, why, advice })
export const warning: Make = (title, why, advice) => ({ weight: 'warning', title, why, advice })
