import { useSyncExternalStore } from 'react'
import type { UnconfirmedSchemes } from '../../contract/app/problems/schemeQuestion.ts'

/** A question whether requests may lead to new schemes. */
export interface SchemeQuestion extends UnconfirmedSchemes {
  answer: (isConfirmed: boolean) => void
}

const listeners = new Set<() => void>()
let questions: readonly SchemeQuestion[] = []

/** Asks the user. Resolves with whether the user has confirmed the schemes. Later questions wait for their turn. */
export function askToConfirmSchemes(unconfirmed: UnconfirmedSchemes): Promise<boolean> {
  return new Promise((resolve) => {
    const question: SchemeQuestion = {
      ...unconfirmed,
      answer: (isConfirmed) => {
        setQuestions(questions.filter((other) => other !== question))
        resolve(isConfirmed)
      },
    }
    setQuestions([...questions, question])
  })
}

/** Returns the question to show; `undefined` if there is none. */
export function useSchemeQuestion(): SchemeQuestion | undefined {
  return useSyncExternalStore(onQuestions, () => questions[0])
}

function onQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Closes only the question on Escape, and not a dialog below it. */
function answerOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || !questions[0]) return
  event.stopImmediatePropagation()
  questions[0].answer(false)
}

// Registered before the listeners of dialogs. Tests without a page load this module too.
if ('addEventListener' in globalThis) addEventListener('keydown', answerOnEscape, { capture: true })

function setQuestions(next: readonly SchemeQuestion[]): void {
  questions = next
  for (const listener of listeners) listener()
}
