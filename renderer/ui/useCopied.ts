import { useCallback, useEffect, useState } from 'react'
import { copyText } from './copyText.ts'

const shownFor = 1_800

/** Copies text and says for a moment how it went. */
export function useCopied(): { state: 'idle' | 'copied' | 'failed'; copy: (text: string) => void } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), shownFor)
    return () => clearTimeout(timer)
  }, [state])
  const copy = useCallback((text: string) => {
    void copyText(text).then((copied) => setState(copied ? 'copied' : 'failed'))
  }, [])
  return { state, copy }
}
