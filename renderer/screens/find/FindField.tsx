import { ActionIcon, Button, FileButton, Flex, Textarea, Tooltip } from '@mantine/core'
import { ScanQrCode, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { readPastedText } from '../../link/pastedText.ts'
import styles from './find.module.css'

interface FindFieldProps {
  /** The current search text. */
  searchText: string
  /** Searches pasted or typed text; ignores empty text. */
  find: (text: string) => void
  /** Decodes the QR code in an image, and searches its content. */
  readPicture: (picture: File) => void
}

/** Searches immediately when text is pasted into an empty field; typed text waits for Enter. Ignores an empty field. */
export function FindField({ searchText, find, readPicture }: FindFieldProps) {
  const { text, setText } = useFieldText(searchText)
  const input = useRef<HTMLTextAreaElement>(null)
  const change = (typed: string) => {
    setText(typed)
    if (typed.trim() === '' && searchText !== '') find('')
  }
  const onPaste = (event: React.ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = readPastedText(event.clipboardData)
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === value.length
    if (!isReplaced || pasted.trim() === '') return
    event.preventDefault()
    find(pasted)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (text.trim() !== '') find(text)
  }
  return (
    <Flex
      role="search"
      component="form"
      gap="xs"
      align="flex-start"
      maw="calc(var(--measure) + 32px + 480px)"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') find(text)
      }}
    >
      <Textarea
        ref={input}
        className={styles['input'] ?? ''}
        flex={1}
        size="md"
        autosize
        minRows={1}
        maxRows={5}
        aria-label="Link, path or text with links in it"
        placeholder="Paste a link, its last part, or any text with links in it"
        leftSection={<Search size={17} />}
        autoFocus={searchText === ''}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="md">
        Find
      </Button>
      <FileButton accept="image/*" onChange={(file) => file && readPicture(file)}>
        {(props) => (
          <Tooltip label="Open a picture of a QR code">
            <ActionIcon {...props} size={42} variant="default" aria-label="Open a picture of a QR code">
              <ScanQrCode size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
    </Flex>
  )
}

/** Returns the field's text: the current search until something else is typed, and the next search when it starts. */
function useFieldText(searchText: string) {
  const [text, setText] = useState(searchText)
  const [shown, setShown] = useState(searchText)
  if (shown !== searchText) {
    setShown(searchText)
    // An empty search means that the field was cleared here, perhaps to type another search, so keep the input.
    if (searchText !== '' || text.trim() !== '') setText(searchText)
  }
  return { text, setText }
}
