import { Button, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import styles from './find.module.css'

interface FindFieldProps {
  initial: string
  find: (text: string) => void
}

/** Pasting into an empty field finds at once; what is typed waits for Enter. */
export function FindField({ initial, find }: FindFieldProps) {
  const [text, setText] = useState(initial)
  const submit = (wanted: string) => {
    if (wanted.trim() !== '') find(wanted.trim())
  }
  const onPaste = (event: React.ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').replace(/\s+/g, ' ').trim()
    if (event.currentTarget.value !== '' || pasted === '') return
    event.preventDefault()
    setText(pasted)
    submit(pasted)
  }
  return (
    <form
      role="search"
      className={styles['field']}
      onSubmit={(event) => {
        event.preventDefault()
        submit(text)
      }}
    >
      <TextInput
        className={styles['input'] ?? ''}
        size="md"
        aria-label="Link, path or text with a link in it"
        placeholder="Paste a link, its last part, or any text with a link in it"
        leftSection={<Search size={17} aria-hidden />}
        autoFocus={initial === ''}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={onPaste}
      />
      <Button type="submit" size="md">
        Find
      </Button>
    </form>
  )
}
