import { finder } from '../finder/main.ts';
import css from '../finder/style.css?inline';
import { styled } from '../lib/mount.ts';

finder('api/finder', styled(css));
