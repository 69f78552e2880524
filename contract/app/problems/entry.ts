/** The texts of a problem: what happened, why, and what to do. The window shows no other texts for problems. */
export interface ProblemText {
  title: string
  why: string
  advice: string
}

export const entry = (title: string, why: string, advice: string): ProblemText => ({ title, why, advice })
