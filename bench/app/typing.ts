import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { median } from '../service/median.ts'
import { typedFields } from './fields.ts'
import type { TypedField } from './fields.ts'
import { largePayload } from './payload.ts'
import type { Stage } from './stage.ts'
import { traceCategories, worstTasks } from './trace.ts'

/** How long a keystroke in one field kept the window busy, in milliseconds. */
export interface Typing {
  name: string
  keystrokes: number
  medianMs: number
  worstMs: number
  /** The same two as CPU time of the window. */
  medianCpuMs: number
  worstCpuMs: number
}

/** Types into every kind of field with the largest payload open. */
export async function measureTyping(stage: Stage, keystrokes: number): Promise<Typing[]> {
  const measured: Typing[] = []
  for (const field of typedFields) measured.push(await measureField(stage, field, keystrokes))
  return measured
}

async function measureField(stage: Stage, field: TypedField, keystrokes: number): Promise<Typing> {
  const context = await stage.window()
  try {
    const page = await context.newPage()
    await page.goto(stage.app.address)
    await openPayload(page, field.view)
    const form = page.getByRole('form', { name: 'New link' })
    await field.enter(form, page)
    await typeWords(page, 20)
    await stage.browser.startTracing(page, { categories: traceCategories })
    await typeWords(page, keystrokes)
    return summarize(field.name, worstTasks(await stage.browser.stopTracing()))
  } finally {
    await context.close()
  }
}

async function openPayload(page: Page, view: TypedField['view']): Promise<void> {
  const form = page.getByRole('form', { name: 'New link' })
  const views = form.getByRole('radiogroup', { name: 'App data as' })
  await views.getByText('JSON', { exact: true }).click()
  const editor = form.getByRole('textbox', { name: /App data/ })
  await editor.press('Control+A')
  await editor.evaluate(pasteText, largePayload())
  await views.getByText(view, { exact: true }).click()
  // Drawing, saving and lookups after such a paste must not count for the next keystroke.
  await page.getByText('Draft saved').waitFor()
  await pause(1_000)
}

/** Pastes as Ctrl-V does; typing thousands of lines would take minutes. */
function pasteText(field: Element, text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const word = 20

/** Types words quickly and deletes them, with pauses in which drafts are saved and the right side is drawn. */
async function typeWords(page: Page, keystrokes: number): Promise<void> {
  for (let typed = 0; typed < keystrokes; typed++) {
    const takesBack = Math.floor(typed / word) % 2 === 1
    const letter = String.fromCharCode('a'.charCodeAt(0) + (typed % 26))
    await page.keyboard.press(takesBack ? 'Backspace' : letter)
    await pause(typed % 10 === 9 ? 350 : 40)
  }
}

function summarize(name: string, worst: ReturnType<typeof worstTasks>): Typing {
  const wall = worst.map(({ wallMs }) => wallMs)
  const cpu = worst.map(({ cpuMs }) => cpuMs)
  return {
    name,
    keystrokes: worst.length,
    medianMs: median(wall),
    worstMs: Math.max(...wall),
    medianCpuMs: median(cpu),
    worstCpuMs: Math.max(...cpu),
  }
}
