/** What happened, why, and what to do. The window takes all problem texts from here. */
export interface ProblemText {
  title: string
  why: string
  advice: string
}

export const entry = (title: string, why: string, advice: string): ProblemText => ({ title, why, advice })
