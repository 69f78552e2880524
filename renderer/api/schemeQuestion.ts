import type { UnconfirmedSchemes } from '../../contract/app/problems/schemeQuestion.ts'
import { createStore } from '../ui/createStore.ts'

/** A question whether requests may lead to new schemes. */
export interface SchemeQuestion extends UnconfirmedSchemes {
  answer: (isConfirmed: boolean) => void
}

/** The open questions. The first one is shown. */
export const schemeQuestions = createStore<readonly SchemeQuestion[]>([])

/** Asks the user. Resolves with whether the user has confirmed the schemes. Later questions wait for their turn. */
export function askToConfirmSchemes(unconfirmed: UnconfirmedSchemes): Promise<boolean> {
  return new Promise((resolve) => {
    const question: SchemeQuestion = {
      ...unconfirmed,
      answer: (isConfirmed) => {
        schemeQuestions.set(schemeQuestions.get().filter((other) => other !== question))
        resolve(isConfirmed)
      },
    }
    schemeQuestions.set([...schemeQuestions.get(), question])
  })
}
