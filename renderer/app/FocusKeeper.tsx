import { useEffect } from 'react'
import { keepFocus } from './keepFocus.ts'

/** Keeps the keyboard's place in the window while it is mounted. */
export default function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}
