import { Button } from '@mantine/core'
import { navigate } from 'wouter/use-hash-location'
import { findPath, windowPaths } from '../../contract/windowPath.ts'
import { shorten } from '../ui/shorten.ts'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toastId = 'pasted-link'
/** In milliseconds. A toast that is pointed at or has the focus stays. */
const toastDurationMs = 12_000

/** Offers to find the links in what is pasted on any screen but *Find*, where nothing takes it. Answers how to stop. */
export function offerPastedLinks(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    if (
      event.defaultPrevented ||
      isHandledElsewhere(event.target) ||
      location.hash.startsWith(`#${windowPaths.find}`)
    )
      return
    const text = event.clipboardData?.getData('text') ?? ''
    if (text !== '') void showOffer(text)
  }
  document.addEventListener('paste', onPaste)
  return () => document.removeEventListener('paste', onPaste)
}

/** Whether what is pasted goes into a field, or a dialog asks for something else. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role="dialog"]') !== null
}

// Loaded with the first paste: it reads texts, which no other part of the first screen does.
async function showOffer(text: string): Promise<void> {
  const { toLinkQuestion: linkQuestion } = await import('../link/question.ts')
  const question = linkQuestion(text)
  if (!question) return
  const { links, left: omitted } = question
  const [first] = links
  const find = () => {
    hideToast(toastId)
    navigate(findPath(question.text), { state: omitted })
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
  replaceToast({ id: toastId, role: 'status', autoClose: toastDurationMs, message })
}
