import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { limits } from '../../contract/service/api/limits.ts'
import {
  addressField,
  chooseOption,
  createForm,
  dataField,
  tagField,
  openFold,
} from '../../tests/browser/userActions.ts'
import { limitedFigure, median, type Figure } from '../measuring.ts'
import type { Stage } from '../window.ts'

/** How the large payload is displayed, the field to type into, and the keys that move the cursor to the right position. */
interface TypedField {
  view: 'Rows' | 'JSON'
  find: (page: Page) => Locator
  keys?: string[]
}

const labelled = (label: string) => (page: Page) => createForm(page).getByLabel(label, { exact: true })
const payloadRow = (page: Page) => page.getByRole('group', { name: 'App data' }).getByRole('textbox').nth(1)
const insideText = ['Control+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft']

/** One field of each kind in the form. */
const typedFields: Record<string, TypedField> = {
  Title: { view: 'JSON', find: labelled('Title') },
  'Title, payload as rows': { view: 'Rows', find: labelled('Title') },
  'Redirect URL': { view: 'JSON', find: addressField, keys: Array.from('https://example.com/') },
  Tags: { view: 'JSON', find: tagField },
  'Tracking source': { view: 'JSON', find: labelled('Source') },
  'Payload as JSON': { view: 'JSON', find: dataField, keys: insideText },
  'Payload as rows': { view: 'Rows', find: payloadRow },
}

/** Types into every kind of field with the largest payload open. */
export async function* measureTyping(stage: Stage, keystrokes: number): AsyncGenerator<Figure> {
  for (const [name, field] of Object.entries(typedFields)) {
    const times = await measureField(stage, field, keystrokes)
    const [medianMs, worstMs] = [median(times), Math.max(...times)]
    yield limitedFigure(`window: longest task of a keystroke, ${name}`, medianMs, {
      limit: 16,
      unit: 'ms',
      beside: `${worstMs.toFixed(1)} ms at the worst`,
      promised: 'at most 16 ms, 50 ms at the worst',
      met: medianMs <= 16 && worstMs <= 50,
    })
  }
}

async function measureField(stage: Stage, field: TypedField, keystrokes: number): Promise<number[]> {
  const page = await stage.open()
  await openFold(page, 'App data')
  const views = createForm(page).getByRole('radiogroup', { name: 'App data as' })
  await chooseOption(views, 'JSON')
  // As if pasted: typing thousands of lines would take minutes. React ignores values set on the field itself.
  await dataField(page).evaluate((field, text) => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, largePayload())
  await chooseOption(views, field.view)
  // Rendering, saving and lookups after such a paste must not count toward the next keystroke. A draft that an earlier window
  // left with the same data isn't saved again, so that nothing says when that has ended.
  await pause(2_000)
  await field.find(page).focus()
  for (const key of field.keys ?? []) await page.keyboard.press(key)
  await typeWords(page, 20)
  await stage.browser.startTracing(page, { categories: traceCategories })
  await typeWords(page, keystrokes)
  const times = longestTasks(await stage.browser.stopTracing())
  await page.context().close()
  return times
}

/** Types words of 20 letters quickly and deletes them, with pauses in which drafts are saved and the right side is rendered. */
async function typeWords(page: Page, keystrokes: number): Promise<void> {
  for (let count = 0; count < keystrokes; count++) {
    const isDeleting = Math.floor(count / 20) % 2 === 1
    await page.keyboard.press(isDeleting ? 'Backspace' : ((count % 26) + 10).toString(36))
    await pause(count % 10 === 9 ? 350 : 40)
  }
}

/** Left free for the 500 characters that are typed, so that they stay within the limit. */
const reservedBytes = 1_024

/** Returns app data of nearly the maximum size. Its first value is a string to type into. */
function largePayload(): string {
  const offers = Array.from({ length: 300 }, (_, id) => {
    const price = { amount: id * 1.25, currency: 'EUR' }
    return { id, name: `Summer offer number ${id}`, price, sizes: ['S', 'M', 'L'], note: null }
  })
  const format = () => JSON.stringify({ text: '', offers }, null, 2)
  while (format().length > limits.dataBytes - reservedBytes) offers.pop()
  return format()
}

/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: { data?: { type?: string } }
}

const traceCategories = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Returns the milliseconds of the longest main-thread task from each keystroke in a trace until the next. */
function longestTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const isKey = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'keydown'
  const keys = traceEvents.filter(isKey).toSorted((a, b) => a.ts - b.ts)
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === keys[0]?.pid && tid === keys[0].tid,
  )
  return keys.map((key, index) => {
    const next = keys[index + 1]?.ts ?? Infinity
    // The first one is the handling itself; the others end before the next keystroke is handled.
    const ownTasks = tasks.filter(({ ts, dur = 0 }) => ts + dur >= key.ts && ts + dur < next)
    return Math.max(0, ...ownTasks.map(({ dur = 0 }) => dur / 1_000))
  })
}
