import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepFocus } from '../../../renderer/app/keepFocus.ts'
import { show } from '../show.tsx'

const focusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const button = (name: string) => page.getByRole('button', { name })

function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}

/** Focuses a button and presses it by keyboard. */
async function press(name: string): Promise<void> {
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
}

function Steps() {
  const [hasStarted, setStarted] = useState(false)
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      <nav data-region>
        <button>Create</button>
      </nav>
      <div id="screen" tabIndex={-1} aria-label="Screen">
        <section>
          <input aria-label="Name" />
          <div>
            {hasStarted ? <button>Pause</button> : <button onClick={() => setStarted(true)}>Start</button>}
          </div>
        </section>
        {!isLeft && <button onClick={() => setLeft(true)}>Dismiss</button>}
      </div>
      <FocusKeeper />
    </>
  )
}

test('the focus moves from a button that is replaced to the one in its place', async () => {
  await show(<Steps />)
  await press('Start')
  await expect.poll(focusedLabel).toBe('Pause')
})

test('the focus waits for the main action of the next step, unless the user moves on', async () => {
  await show(<SlowSteps />)
  await press('Create the first link')
  await expect.poll(focusedLabel).toBe('Screen')
  await button('Arrive').click()
  await expect.element(button('Create the others')).toBeVisible()
  expect(focusedLabel()).toBe('Arrive')
})

test('the focus goes to the main action of the next step as soon as it is there', async () => {
  await show(<SlowSteps ms={300} />)
  await press('Create the first link')
  await expect.poll(focusedLabel).toBe('Screen')
  await expect.poll(focusedLabel).toBe('Create the others')
})

/** A step that is replaced by the next one after a while. */
function SlowSteps({ ms }: { ms?: number }) {
  const [step, setStep] = useState<'first' | 'waiting' | 'next'>('first')
  const start = () => {
    setStep('waiting')
    if (ms !== undefined) setTimeout(() => setStep('next'), ms)
  }
  return (
    <div id="screen" tabIndex={-1} aria-label="Screen">
      <button>More</button>
      {ms === undefined && <button onClick={() => setStep('next')}>Arrive</button>}
      <section>
        {step === 'first' && (
          <button data-step-action onClick={start}>
            Create the first link
          </button>
        )}
        {step === 'next' && <button data-step-action>Create the others</button>}
      </section>
      <FocusKeeper />
    </div>
  )
}

test('the focus returns to the field before a button that disappears beside it', async () => {
  await show(
    <Removable>
      <input aria-label="Source" />
      <input aria-label="Medium" />
    </Removable>,
  )
  page.getByLabelText('Medium').element().focus()
  await userEvent.keyboard('{Tab}')
  expect(focusedLabel()).toBe('Use “email”')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focusedLabel).toBe('Medium')
})

function Removable({ children }: { children: React.ReactNode }) {
  const [isFixed, setFixed] = useState(false)
  return (
    <section>
      {children}
      {!isFixed && <button onClick={() => setFixed(true)}>Use “email”</button>}
      <FocusKeeper />
    </section>
  )
}

test('the focus moves from a replaced form into the new form, not to the list beside it', async () => {
  await show(<ListAndForm />)
  button('Second').element().focus()
  await press('Connect')
  await expect.poll(focusedLabel).toBe('New name')
})

function ListAndForm() {
  const [isConnected, setConnected] = useState(false)
  return (
    <section>
      <ul>
        <li>
          <button>First</button>
          <button>Second</button>
        </li>
      </ul>
      {isConnected ? (
        <form>
          <input aria-label="New name" />
        </form>
      ) : (
        <div>
          <input aria-label="Name" />
          <button onClick={() => setConnected(true)}>Connect</button>
        </div>
      )}
      <FocusKeeper />
    </section>
  )
}

test('the focus moves to the screen if nothing is left beside the removed button', async () => {
  await show(<Steps />)
  await press('Dismiss')
  await expect.poll(focusedLabel).toBe('Screen')
})

test('the focus returns to a button that was disabled during its action', async () => {
  await show(<Working />)
  await press('Test')
  await expect.element(button('Test')).toBeDisabled()
  finish()
  await expect.element(button('Test')).toBeEnabled()
  await expect.poll(focusedLabel).toBe('Test')
})

test('a button that is replaced after it was disabled for a moment passes the focus to the next one', async () => {
  await show(<Switch />)
  await press('Switch off')
  await expect.element(button('Switch off')).toBeDisabled()
  // Longer than the focus keeper needs to move the focus.
  await expect.element(button('Waited')).toBeVisible()
  finish()
  await expect.poll(focusedLabel).toBe('Switch on')
})

function Switch() {
  const [state, setState] = useState<'on' | 'busy' | 'off'>('on')
  const [hasWaited, setWaited] = useState(false)
  const work = () => {
    setState('busy')
    setTimeout(() => setWaited(true), 150)
    finish = () => setState('off')
  }
  return (
    <div id="screen" tabIndex={-1}>
      <div>
        <button>Edit</button>
        {state === 'off' ? (
          <button key="on">Switch on</button>
        ) : (
          <button key="off" disabled={state === 'busy'} onClick={work}>
            Switch off
          </button>
        )}
        <button disabled={state === 'busy'}>Until</button>
      </div>
      {hasWaited && <button>Waited</button>}
      <FocusKeeper />
    </div>
  )
}

let finish: () => void = () => undefined
function Working() {
  const [isBusy, setBusy] = useState(false)
  const work = () => {
    setBusy(true)
    finish = () => setBusy(false)
  }
  return (
    <div id="screen" tabIndex={-1}>
      <button>Other</button>
      <Button loading={isBusy} onClick={work}>
        Test
      </Button>
      <FocusKeeper />
    </div>
  )
}

test('the focus returns from a closed dialog to what opened it', async () => {
  await show(<WithDialog />)
  await press('Open')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await press('Done')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(focusedLabel).toBe('Open')
})

function WithDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div id="screen" tabIndex={-1}>
      <button>Other</button>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="Dialog" returnFocus={false}>
          <button onClick={() => setOpen(false)}>Done</button>
        </Modal>
      )}
      <FocusKeeper />
    </div>
  )
}

test('a click outside every control moves the focus to none', async () => {
  await show(<Steps />)
  page.getByLabelText('Name').element().focus()
  page.getByLabelText('Name').element().blur()
  await expect.poll(() => document.activeElement).toBe(document.body)
  await userEvent.click(button('Start'))
  await expect.poll(focusedLabel).toBe('Pause')
})
