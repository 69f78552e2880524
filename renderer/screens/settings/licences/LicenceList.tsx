import { useState } from 'react'
import { useLicences, type LicenceListName } from '../../../api/licences.ts'
import { Code } from '../../../ui/Code.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { PanelList } from '../../../ui/PanelPart.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { parseChromiumLicences, parsePackageLicences, type Licence } from './licence.ts'

const readers = { packages: parsePackageLicences, chromium: parseChromiumLicences }

/** Lists licences; each opens in place. */
export function LicenceList({ list }: { list: LicenceListName }) {
  const licences = useLicences(list, readers[list])
  if (licences.error) return <ProblemView problem={licences.error.problem} />
  if (!licences.data) return <Loading label="Reading the licences" />
  return (
    <PanelList>
      {licences.data.map((licence, index) => (
        <Entry key={index} licence={licence} />
      ))}
    </PanelList>
  )
}

/** Renders the text only while open: Chromium's licences have millions of characters. */
function Entry({ licence: { name, details, text } }: { licence: Licence }) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <Fold title={`${name} ${details}`.trim()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        {open && (
          <Code
            text={text || 'The package states only the name of its licence.'}
            label={`Licence of ${name}`}
          />
        )}
      </Fold>
    </li>
  )
}
