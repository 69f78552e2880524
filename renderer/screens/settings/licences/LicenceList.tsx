import { Box, Text } from '@mantine/core'
import { useState } from 'react'
import { useLicences, type LicenceListName } from '../../../api/licences.ts'
import { Code } from '../../../ui/Code.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { parseChromiumLicences, parsePackageLicences, type Licence } from './licence.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './licences.module.css'

const readers = { packages: parsePackageLicences, chromium: parseChromiumLicences }

/** Lists licences; each opens in place. */
export function LicenceList({ list }: { list: LicenceListName }) {
  const licences = useLicences(list, readers[list])
  if (licences.error) return <ProblemView problem={licences.error.problem} />
  if (!licences.data) return <Loading label="Reading the licences" />
  return (
    <Box bd="1px solid var(--line)" bdrs="md">
      {licences.data.map((licence, index) => (
        <Entry key={index} licence={licence} />
      ))}
    </Box>
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
