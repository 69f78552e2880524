import { Button } from '@mantine/core'
import { navigate } from 'wouter/use-hash-location'
import { findPath, windowPaths } from '../../contract/windowPath.ts'
import { shorten } from '../ui/shorten.ts'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toast = 'pasted-link'
/** In milliseconds. A toast that is pointed at or has the focus stays. */
const stays = 12_000

/** Offers to find the links in what is pasted on any screen but *Find*, where nothing takes it. Answers how to stop. */
export function offerPastedLinks(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    if (event.defaultPrevented || isTaken(event.target) || location.hash.startsWith(`#${windowPaths.find}`))
      return
    const text = event.clipboardData?.getData('text') ?? ''
    if (text !== '') void offer(text)
  }
  document.addEventListener('paste', onPaste)
  return () => document.removeEventListener('paste', onPaste)
}

/** Whether what is pasted goes into a field, or a dialog asks for something else. */
function isTaken(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role="dialog"]') !== null
}

// Loaded with the first paste: it reads texts, which no other part of the first screen does.
async function offer(text: string): Promise<void> {
  const { linkQuestion } = await import('../link/question.ts')
  const question = linkQuestion(text)
  if (!question) return
  const { links, left } = question
  const [first] = links
  const find = () => {
    hideToast(toast)
    navigate(findPath(question.text), { state: left })
  }
  const message = (
    <span className={styles['asked']}>
      <span>
        {links.length > 1 ? `You pasted ${links.length} links.` : `You pasted ${shorten(first ?? '', 48)}.`}
      </span>
      <Button size="compact-xs" variant="default" onClick={find}>
        {links.length > 1 ? 'Find them' : 'Find it'}
      </Button>
    </span>
  )
  replaceToast({ id: toast, role: 'status', autoClose: stays, message })
}
