import { Button } from '@mantine/core'
import { navigate } from 'wouter/use-hash-location'
import { findPath, windowPaths } from '../../contract/windowPath.ts'
import { shorten } from '../ui/shorten.ts'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toastId = 'pasted-link'
/** In milliseconds. A hovered or focused toast stays. */
const toastDurationMs = 12_000

/**
 * Offers to look up pasted links on any screen but *Find* if nothing else handles the paste. Returns a stop function.
 */
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

/** Returns whether the paste goes to a field, or a dialog is open. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role="dialog"]') !== null
}

// Loaded on the first paste: nothing else on the first screen needs the parser.
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
