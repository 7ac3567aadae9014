import { apihelper } from '../apihelper/main.ts';

apihelper();
