import { Box, Stack, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useLicences, type LicenceListName } from '../../../api/licences.ts'
import { Code } from '../../../ui/Code.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { parseChromiumLicences, searchLicences, parsePackageLicences, type Licence } from './licence.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './licences.module.css'

const readers = { packages: parsePackageLicences, chromium: parseChromiumLicences }

/** Shows a searchable list of licences; each opens in place. */
export function LicenceList({ list }: { list: LicenceListName }) {
  const licences = useLicences(list, readers[list])
  const [typed, setTyped] = useState('')
  const searchText = useDeferredValue(typed)
  if (licences.error) return <ProblemView problem={licences.error.problem} />
  if (!licences.data) return <Loading label="Reading the licences" />
  const matches = searchLicences(searchText, licences.data)
  return (
    <Stack gap={10}>
      <TextInput
        aria-label="Filter by name or licence"
        placeholder="Filter by name or licence"
        leftSection={<Search size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <QuietText role="status">
        {matches.length === licences.data.length
          ? `${matches.length} packages`
          : `${matches.length} of ${licences.data.length} packages`}
      </QuietText>
      {matches.length > 0 && (
        <Box bd="1px solid var(--line)" bdrs="md">
          {matches.map((licence) => (
            <Entry key={licence.id} licence={licence} />
          ))}
        </Box>
      )}
    </Stack>
  )
}

/** Renders the text only while open: Chromium's licences have millions of characters. */
function Entry({ licence: { name, details, text } }: { licence: Licence }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles['entry']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Text span inherit fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <QuietText span ml="xs">
          {details}
        </QuietText>
      </summary>
      {open && (
        <Code
          text={text || 'The package states only the name of its licence.'}
          label={`Licence of ${name}`}
        />
      )}
    </details>
  )
}
