import { Button, Flex, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../ui/formatCount.ts'

interface HostFieldProps {
  count: number
  host: string
  busy: boolean
  apply: (host: string) => void
}

/** Asks once for the host of all links without one in a file. */
export function HostField({ count, host, busy, apply }: HostFieldProps) {
  const [text, setText] = useState(host)
  const [error, setError] = useState<string | null>(null)
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const next = parseHost(text)
    if (next === null) setError('Enter a domain, such as go.example.com.')
    else if (next !== host) apply(next)
  }
  return (
    <Flex component="form" gap="xs" align="flex-end" onSubmit={submit}>
      <TextInput
        flex={1}
        label="Domain of these links"
        description={
          host === ''
            ? `${formatCount(count, 'row has', 'rows have')} no domain. If another service made these links, enter its short-link domain. Otherwise, Linkwright looks them up on your service.`
            : `Used for ${formatCount(count, 'row')} without a domain.`
        }
        placeholder="go.example.com"
        maxLength={300}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={text.trim() === host}>
        Use
      </Button>
    </Flex>
  )
}

/** Returns the host of an address or of a bare host; empty for an empty text; `null` if it is neither. */
function parseHost(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  return url && /[.:]|^localhost$/.test(url.host) ? url.host : null
}
