import { expect, test } from 'vitest'
import type { QuitWarning } from '../../../core/longWork.ts'
import type { Question } from '../../../electron/updates/check.ts'
import { offerMove } from '../../../electron/updates/moveOffer.ts'

interface Scenario {
  agrees?: boolean
  warning?: QuitWarning | null
  move?: () => boolean
}

/** Offers the move. Returns the messages shown, and how often the app was moved. */
async function offer({ agrees = true, warning = null, move = () => true }: Scenario) {
  const questions: Question[] = []
  let moves = 0
  await offerMove({
    app: {
      moveToApplicationsFolder: () => {
        moves++
        return move()
      },
    },
    ask: (question) => Promise.resolve(questions.push(question) > 0 && agrees),
    longWork: { quitWarning: () => warning },
  })
  return { messages: questions.map(({ message }) => message), moves }
}

const first = 'Move Linkwright to Applications first'

test('an app outside of Applications is moved there when the user agrees', async () => {
  expect(await offer({})).toEqual({ messages: [first], moves: 1 })
})

test('an app is not moved when the user does not agree', async () => {
  expect(await offer({ agrees: false })).toEqual({ messages: [first], moves: 0 })
})

test('an app is not moved while links are being created', async () => {
  const warning = { message: 'Links are still being created', detail: '' }
  expect(await offer({ warning })).toEqual({ messages: [first, warning.message], moves: 0 })
})

test('an app that cannot be moved says so', async () => {
  const move = () => {
    throw new Error('No permission to write to target location')
  }
  expect((await offer({ move })).messages).toEqual([first, 'Linkwright couldn’t be moved'])
})
