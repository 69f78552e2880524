import { ActionIcon, Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { copyText } from './copyText.ts'
import styles from './ui.module.css'

const icons = { idle: Copy, copied: Check, failed: TriangleAlert }
export const copyStateWords = { idle: '', copied: 'Copied', failed: 'Couldn’t copy' }

interface CopyProps {
  text: string
  /** The button's label: "Copy link". */
  label: string
  autoFocus?: boolean
}

/** Shows a button that copies a text. */
export function CopyButton({ text, ...button }: CopyProps & ButtonProps) {
  return <CopyAction copy={() => copyText(text)} {...button} />
}

interface CopyActionProps {
  label: string
  /** Resolves with whether the copy succeeded. */
  copy: () => Promise<boolean>
  autoFocus?: boolean
}

/** Shows a button that copies anything. Its width stays when its label changes. */
export function CopyAction({ copy: copyIt, label, ...button }: CopyActionProps & ButtonProps) {
  const { state, copy } = useCopied()
  const Icon = icons[state]
  return (
    <Button leftSection={<Icon size={15} />} onClick={() => copy(copyIt())} {...button}>
      <span className={styles['stable']}>
        <span data-hidden={state !== 'idle' || undefined}>{label}</span>
        {state !== 'idle' && <span role="status">{copyStateWords[state]}</span>}
      </span>
    </Button>
  )
}

interface CopyIconProps {
  /** A function if the text is too expensive to build on every render. */
  text: string | (() => string)
  label: string
}

/** Shows an icon button that copies a text, for rows. */
export function CopyIcon({ text, label }: CopyIconProps) {
  const { state, copy } = useCopied()
  const Icon = icons[state]
  return (
    <Tooltip label={copyStateWords[state] || label}>
      <ActionIcon
        aria-label={label}
        onClick={() => copy(copyText(typeof text === 'string' ? text : text()))}
        data-copied={state === 'copied' || undefined}
      >
        <Icon size={15} />
        {state !== 'idle' && <VisuallyHidden role="status">{copyStateWords[state]}</VisuallyHidden>}
      </ActionIcon>
    </Tooltip>
  )
}

const feedbackMs = 1_800

/** Returns the result of the last copy, which is shown for a moment. */
export function useCopied(): { state: 'idle' | 'copied' | 'failed'; copy: (work: Promise<boolean>) => void } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), feedbackMs)
    return () => clearTimeout(timer)
  }, [state])
  const copy = useCallback((work: Promise<boolean>) => {
    void work.then((copied) => setState(copied ? 'copied' : 'failed'))
  }, [])
  return { state, copy }
}
