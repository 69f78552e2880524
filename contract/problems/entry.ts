/** What happened, why in words, and what to do. The window renders problems from here and from nowhere else. */
export interface ProblemText {
  title: string
  why: string
  advice: string
}

export const entry = (title: string, why: string, advice: string): ProblemText => ({ title, why, advice })
