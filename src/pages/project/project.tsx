import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { About } from './about.tsx';
import { Byline, ProjectHeader } from './header.tsx';
import { ImagePreview } from './image-tool.tsx';
import { Stats } from './stats.tsx';
import { ManagedHead } from './managed-head.tsx';
import { Tools } from './tools.tsx';

/** A project's page: About for everybody, Tools and Stats for those who manage it. */
export function ProjectPage({ data, frame }: PageProps<'project'>) {
  const { path, tab, tabs, published, withheld, tools, stats } = data;
  const w = useWords().words.project;
  return (
    <>
      {tabs ? (
        <>
          <ManagedHead project={data} current={tab} title={data.title} />
          {tab === 'about' && <Byline data={data} />}
        </>
      ) : (
        <>
          <p class="back">
            <a href="/finder" data-back={data.id} data-results={w.results}>
              {w.all}
            </a>
          </p>
          <ProjectHeader data={data} />
        </>
      )}
      {/* Tools gives the editors' reason itself. */}
      {!published && !(data.turnedDown && tab === 'tools') && (
        <Unpublished path={path} isTurnedDown={data.turnedDown === true} />
      )}
      {withheld && (
        <Notice kind="fault">
          <p>
            The operators of this service withhold this project. It is not shown, nothing is recorded for it,
            and no site may credit contributions to it, until they show it again. Only its managers and our
            editors see this page; write to the operators if you think that this is wrong.
          </p>
        </Notice>
      )}
      {data.preview && <ImagePreview image={data.preview} path={path} />}
      {tab === 'tools' && tools ? (
        <Tools tools={tools} head={data} published={published} frame={frame} />
      ) : tab === 'stats' && stats ? (
        <Stats stats={stats} path={path} />
      ) : (
        <About data={data} />
      )}
    </>
  );
}

const Unpublished = ({ path, isTurnedDown }: { path: string; isTurnedDown: boolean }) => (
  <Notice kind={isTurnedDown ? 'fault' : 'note'}>
    {isTurnedDown ? (
      <p>
        Our editors turned this project down, and only they and its managers see this page. The{' '}
        <a href={`${path}/history`}>history</a> has their reason. <a href={`${path}/edit`}>Change it</a>, and
        they look at it again within 24 hours.
      </p>
    ) : (
      <p>
        Our editors look at this project within 24 hours. Until they have published it, only they and its
        managers see this page.
      </p>
    )}
  </Notice>
);
